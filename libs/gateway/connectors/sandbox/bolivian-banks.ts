/** Our codes of Bolivian banks (specification §2.10) in the provider's words. A bank that is not here it does not have. */
export const bolivianBanks: Readonly<Record<string, string>> = {
  ...codesOf('BCO', 1, 3),
  ...codesOf('BCO', 5, 9),
  '22': 'BCO022',
  '45': 'BCO045',
  '47': 'BCO047',
  '49': 'BCO049',
  '52': 'BCO052',
  '53': 'BCO053',
  ...codesOf('MUT', 200, 207),
  ...codesOf('COO', 300, 328),
  ...codesOf('IFD', 400, 407),
  ...codesOf('BIL', 900, 904),
  '990': 'BIL990',
};

/** Banks of one kind: the provider's code is the kind and our number in three digits. */
function codesOf(kind: string, from: number, to: number): Record<string, string> {
  const numbers = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  return Object.fromEntries(
    numbers.map((number) => [String(number), `${kind}${String(number).padStart(3, '0')}`]),
  );
}
