/** The bank codes of a Bolivian payout, by the length of their account numbers (specification §2.10). */
export const bolivianBankCodes = [
  ...codes(1, 3),
  ...codes(5, 9),
  '22',
  '45',
  '47',
  '49',
  '52',
  '53',
  ...codes(200, 207),
  ...codes(300, 328),
  ...codes(400, 407),
  ...codes(900, 904),
  '990',
];

/** The names of those that are generally known. Of the others the specification says nothing but the code. */
export const bolivianBankNames: Readonly<Record<string, string>> = {
  '1': 'Banco Mercantil Santa Cruz',
  '2': 'Banco Nacional de Bolivia',
  '3': 'Banco de Crédito de Bolivia',
  '5': 'Banco BISA',
  '6': 'Banco Unión',
  '7': 'Banco Económico',
  '8': 'Banco Solidario (BancoSol)',
  '9': 'Banco Ganadero',
};

export const tenDigitBanks: readonly string[] = ['1', '2'];
export const fourteenDigitBanks: readonly string[] = ['6'];
export const otherBanks: readonly string[] = bolivianBankCodes.filter(
  (code) => !tenDigitBanks.includes(code) && !fourteenDigitBanks.includes(code),
);

function codes(from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, index) => String(from + index));
}
