/**
 * The words of one of the published client's types without its `string & {}`, which stands for words to come: a table that
 * `satisfies Record<Literal<…>, …>` does not compile without a row for each.
 */
export type Literal<Word> = Word extends string ? (string extends Word ? never : Word) : never;
