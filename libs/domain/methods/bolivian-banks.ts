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

export const tenDigitBanks: readonly string[] = ['1', '2'];
export const fourteenDigitBanks: readonly string[] = ['6'];
export const otherBanks: readonly string[] = bolivianBankCodes.filter(
  (code) => !tenDigitBanks.includes(code) && !fourteenDigitBanks.includes(code),
);

function codes(from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, index) => String(from + index));
}
