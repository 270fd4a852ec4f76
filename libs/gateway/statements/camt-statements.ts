import type { BankAccount } from '#domain/configuration/statement-terms';
import type { BankAmount, BankEntry, EntryDetail } from '#domain/statements/bank-entry';
import type { LineDirection, StatementBalance } from '#domain/statements/line';
import { addDays, type StatementPeriod } from '#domain/statements/period';
import { dayIn } from '#domain/statements/read-cell';
import { canonicalAmount } from '#domain/statements/signed-amount';
import { StatementRefused } from '#domain/statements/statement-refused';
import { isCalendarDate, readExactInstant } from '#domain/values/calendar';
import type { CamtListener } from './camt-events.js';
import { CamtSummary } from './camt-summary.js';

type Draft<Of> = { -readonly [Name in keyof Of]?: Of[Name] };
type DraftDetail = Draft<EntryDetail> & { texts: string[] };
type DraftEntry = Draft<Omit<BankEntry, 'texts' | 'details'>> & {
  status?: string;
  texts: string[];
  details: DraftDetail[];
};
type DraftBalance = {
  code?: string;
  isInterim?: boolean;
  money?: BankAmount;
  direction?: LineDirection;
  day?: string;
};

/** Collects the entries of the statements of a file while it is parsed. Everything but what `BankEntry` has is dropped. */
export class CamtStatements implements CamtListener {
  readonly #account: BankAccount;
  #entries: BankEntry[] = [];
  #entry: DraftEntry = { texts: [], details: [] };
  #balance: DraftBalance = {};
  #balances: { opening?: string; closing?: string } = {};
  #summary;
  #currency = '';
  #accountRead = '';
  #times: { from?: string; to?: string } = {};
  #days: { from: string; to: string } | undefined;
  #period: StatementPeriod | undefined;

  constructor(account: BankAccount) {
    this.#account = account;
    this.#summary = new CamtSummary(account.currency);
  }

  /** The entries that have ended since they were last taken. */
  takeEntries(): readonly BankEntry[] {
    const entries = this.#entries;
    this.#entries = [];
    return entries;
  }

  /** The period that the file names. */
  get period(): StatementPeriod | undefined {
    return this.#period;
  }

  /** First and last day of its entries and closing balances. */
  get days(): { readonly from: string; readonly to: string } | undefined {
    return this.#days;
  }

  /** Booked balances: the first opening and the last closing one. */
  get balances(): Omit<StatementBalance, 'currency'> {
    return this.#balances;
  }

  open(path: string, attributes: Readonly<Record<string, string>>): void {
    if (path.endsWith('Amt')) this.#currency = attributes['Ccy'] ?? '';
    else if (path === '') {
      this.#summary = new CamtSummary(this.#account.currency);
      this.#accountRead = '';
      this.#times = {};
    } else if (path === 'Ntry') this.#entry = { texts: [], details: [] };
    else if (path === detailPath) this.#entry.details.push({ texts: [] });
    else if (path === 'Bal') this.#balance = {};
  }

  close(path: string, text: string, line: number): void {
    const refuse = (reason: string): never => {
      throw new StatementRefused(reason, line);
    };
    if (path.startsWith(`${detailPath}/`))
      this.#closeInDetail(path.slice(detailPath.length + 1), text, refuse);
    else if (path.startsWith('Ntry/')) this.#closeInEntry(path.slice('Ntry/'.length), text, refuse);
    else if (path === 'Ntry') this.#endEntry(refuse);
    else if (path.startsWith('Bal')) this.#closeInBalance(path, text, refuse);
    else if (path.startsWith('TxsSummry/')) this.#summary.tell(path.slice('TxsSummry/'.length), text);
    else if (path === 'Acct/Id/IBAN' || path === 'Acct/Id/Othr/Id') this.#accountRead = text;
    else if (path === 'Acct/Ccy' && text !== this.#account.currency) refuse(otherCurrency);
    else if (path === 'Acct') this.#endAccount(refuse);
    else if (path === 'FrToDt/FrDtTm') this.#times.from = text;
    else if (path === 'FrToDt/ToDtTm') this.#times.to = text;
    else if (path === '') this.#endStatement(refuse);
  }

  #closeInEntry(path: string, text: string, refuse: Refuse): void {
    const entry = this.#entry;
    if (path === 'Amt') entry.money = this.#money(text, refuse);
    else if (path === 'CdtDbtInd') entry.direction = directionIn(text, refuse);
    else if (path === 'RvslInd') entry.isReversal = text === 'true' || text === '1';
    else if (path === 'Sts' || path === 'Sts/Cd') entry.status ??= text === '' ? undefined : text;
    else if (path === 'BookgDt/Dt' || path === 'BookgDt/DtTm') entry.bookedOn = this.#day(text, refuse);
    else if (path === 'ValDt/Dt' || path === 'ValDt/DtTm') entry.valueOn = this.#day(text, refuse);
    else if (path === 'AcctSvcrRef') entry.bankReference = text;
    else if (path === 'AddtlNtryInf' || path === 'NtryRef' || path.startsWith('NtryDtls/Btch/'))
      entry.texts.push(text);
  }

  #closeInDetail(path: string, text: string, refuse: Refuse): void {
    const detail = this.#entry.details.at(-1);
    if (!detail) return;
    // Since 001.04 a detail has an amount of its own; before, that of the transaction is it.
    if (path === 'Amt' || (path === 'AmtDtls/TxAmt/Amt' && detail.money === undefined))
      detail.money = { amount: decimalIn(text, refuse), currency: this.#currency };
    else if (path === 'CdtDbtInd') detail.direction = directionIn(text, refuse);
    else if (path === 'Refs/AcctSvcrRef') detail.bankReference = text;
    else if (path.startsWith('Refs/') || path.startsWith('RmtInf/') || path === 'AddtlTxInf')
      detail.texts.push(text);
  }

  #endEntry(refuse: Refuse): void {
    const { money, direction, isReversal = false, bookedOn, status, details, ...entry } = this.#entry;
    if (money === undefined || direction === undefined)
      return refuse('an entry has no amount or no direction');
    this.#summary.count(money, direction, status === 'BOOK');
    if (status === undefined) return refuse('an entry has no status');
    if (status !== 'BOOK') return undefined;
    if (bookedOn === undefined) return refuse('a booked entry has no booking day');
    this.#addDays(bookedOn, bookedOn);
    this.#entries.push({
      ...entry,
      money,
      direction,
      isReversal,
      bookedOn,
      details: details.map((detail) => ({
        ...detail,
        ...(detail.money && { money: canonicalOf(detail.money) }),
      })),
    });
    this.#entry = { texts: [], details: [] };
  }

  #closeInBalance(path: string, text: string, refuse: Refuse): void {
    const balance = this.#balance;
    if (path === 'Bal/Tp/CdOrPrtry/Cd') balance.code = text;
    else if (path === 'Bal/Tp/SubTp/Cd') balance.isInterim = text === 'INTM';
    else if (path === 'Bal/Amt') balance.money = this.#money(text, refuse);
    else if (path === 'Bal/CdtDbtInd') balance.direction = directionIn(text, refuse);
    else if (path === 'Bal/Dt/Dt' || path === 'Bal/Dt/DtTm') balance.day = this.#day(text, refuse);
    else if (path === 'Bal') this.#endBalance();
  }

  /** `PRCD`: the closing balance of the statement before, where a bank does not repeat it as the opening one. */
  #endBalance(): void {
    const { code, isInterim, money, direction, day } = this.#balance;
    if (money === undefined || isInterim === true) return;
    const amount =
      direction === 'out' && !/^0+(\.0+)?$/.test(money.amount) ? `-${money.amount}` : money.amount;
    if (code === 'OPBD' || code === 'PRCD') this.#balances.opening ??= amount;
    if (code !== 'CLBD') return;
    this.#balances.closing = amount;
    if (day !== undefined) this.#addDays(day, day);
  }

  #endAccount(refuse: Refuse): void {
    const declared = this.#account.account;
    if (declared !== undefined && this.#accountRead.replaceAll(' ', '') !== declared)
      refuse('the account is not the declared one');
  }

  #endStatement(refuse: Refuse): void {
    const problem = this.#summary.problem();
    if (problem !== undefined) refuse(problem);
    // A statement that names no account is refused, too.
    this.#endAccount(refuse);
    const { from, to } = this.#times;
    if (from === undefined || to === undefined) return;
    const period = periodOfTimes(from, to);
    if (!period) return refuse('the period of the statement cannot be read');
    const known = this.#period;
    this.#period = known ? joinPeriods(known, period) : period;
  }

  #addDays(from: string, to: string): void {
    const known = this.#days ?? { from, to };
    this.#days = { from: from < known.from ? from : known.from, to: to > known.to ? to : known.to };
  }

  #money(text: string, refuse: Refuse): BankAmount {
    const { currency } = this.#account;
    if (this.#currency !== currency) return refuse(otherCurrency);
    try {
      return { amount: canonicalAmount(decimalIn(text, refuse), currency), currency };
    } catch (error) {
      if (error instanceof StatementRefused) throw error;
      return refuse(`an amount is finer than the minor unit of ${currency}`);
    }
  }

  /** Of a time with an offset, the day in the time zone of the account; else the day as it is written. */
  #day(text: string, refuse: Refuse): string {
    const instant = readExactInstant(text);
    if (instant) return dayIn(instant.at, this.#account.statement.timezone);
    const day = text.slice(0, 'YYYY-MM-DD'.length);
    return isCalendarDate(day) ? day : refuse('a day cannot be read');
  }
}

type Refuse = (reason: string) => never;

const detailPath = 'Ntry/NtryDtls/TxDtls';
const otherCurrency = 'the currency is not the declared one';

function canonicalOf({ amount, currency }: BankAmount): BankAmount {
  try {
    return { amount: canonicalAmount(amount, currency), currency };
  } catch {
    return { amount, currency };
  }
}

function directionIn(text: string, refuse: Refuse): LineDirection {
  if (text === 'CRDT') return 'in';
  return text === 'DBIT' ? 'out' : refuse('a direction is neither CRDT nor DBIT');
}

/** XML Schema lets digits before the point be left out. */
function decimalIn(text: string, refuse: Refuse): string {
  const [, whole = '', fraction = ''] = /^\+?(\d*)(\.\d*)?$/.exec(text) ?? [];
  if (!/\d/.test(whole + fraction)) return refuse('an amount is no decimal number');
  return `${whole === '' ? '0' : whole.replace(/^0+(?=\d)/, '')}${fraction.length > 1 ? fraction : ''}`;
}

/** By the clock of the bank, as it is written: banks leave out the offset, or name one that is not that of their days. */
function periodOfTimes(from: string, to: string): StatementPeriod | undefined {
  const [first, last] = [from.slice(0, dayLength), to.slice(0, dayLength)];
  if (!isCalendarDate(first) || !isCalendarDate(last)) return undefined;
  const [begin, end] = [from, to].map((text) => /^T(\d\d:\d\d:\d\d)/.exec(text.slice(dayLength))?.[1]);
  const endsBefore = end === '00:00:00' && last > first;
  const isWhole = begin === '00:00:00' && (endsBefore || end === '23:59:59' || end === '24:00:00');
  return { from: first, to: endsBefore ? addDays(last, -1) : last, isWhole };
}

const dayLength = 'YYYY-MM-DD'.length;

function joinPeriods(one: StatementPeriod, other: StatementPeriod): StatementPeriod {
  return {
    from: one.from < other.from ? one.from : other.from,
    to: one.to > other.to ? one.to : other.to,
    isWhole: one.isWhole && other.isWhole,
  };
}
