/** Writes one event with its facts to the log. Card data never comes near it. */
export type EventLog = (event: string, facts: Readonly<Record<string, string | number | undefined>>) => void;
