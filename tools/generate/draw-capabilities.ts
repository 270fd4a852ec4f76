import { connectorTerms, findConnector } from '#gateway/connectors/registry';
import type { Connector } from '#gateway/connectors/connector';
import type { ConnectorTerms } from '#domain/configuration/connector-terms';

type Described = { readonly connector: Connector; readonly terms: ConnectorTerms };

/** Each row of the table: its title, and the cell of a connector. */
const rows: readonly (readonly [string, (described: Described) => string])[] = [
  ['Payments', ({ connector }) => mark(connector.payment)],
  ['Payouts', ({ connector }) => mark(connector.payout)],
  ['Refunds', ({ connector }) => mark(connector.refund)],
  ['Methods', ({ connector }) => listed(connector.methods)],
  ['Currencies', ({ connector }) => currenciesOf(connector.decimals)],
  ['Next steps for the customer', ({ connector }) => listed(connector.challenges)],
  ['Credentials of an account', ({ connector }) => listed(Object.keys(connector.credentials))],
  ['Preparation of a payment', ({ connector }) => mark(connector.payment?.prepare)],
  ['Preparation of a payout', ({ connector }) => mark(connector.payout?.prepare)],
  ['Cancel of a payment', ({ connector }) => mark(connector.payment?.cancel)],
  ['Cancel closes a payment not yet seen', ({ connector }) => mark(connector.payment?.cancelClosesUnseen)],
  ["Details of a customer's transfer", ({ connector }) => mark(connector.payment?.submitTransferDetails)],
  ['Statements, asked of the provider', ({ connector }) => mark(connector.readStatement)],
  ['Banks of payouts, from the provider', ({ connector }) => mark(connector.payout?.listBanks)],
  ['Banks of payouts, bundled', ({ connector }) => mark(connector.payout?.bundledBanks)],
  ['Refunds without a reference of ours', ({ connector }) => mark(connector.refund?.keepsNoReference)],
  ['Name of the account of a payout', ({ terms }) => mark(terms.resolvesAccounts)],
];

/** `docs/capabilities.md`: what each connector declares, as one column. */
export function capabilitiesDocument(): string {
  const described = Object.entries(connectorTerms).flatMap(([name, terms]) => {
    const connector = findConnector(name);
    return connector ? [{ name, connector, terms }] : [];
  });
  const names = described.map(({ name }) => `\`${name}\``);
  const table = [
    ['', ...names],
    ['---', ...names.map(() => '---')],
    ...rows.map(([title, cell]) => [title, ...described.map(cell)]),
  ];
  return `# What each provider can do

Written from the connectors by \`npm run generate\`. A provider in the configuration may offer less
([configuration](configuration.md)). Every connector can submit, look up by our reference, and verify callbacks;
[adding a provider](adding-a-provider.md) explains the other calls.

${table.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}
`;
}

function mark(capability: unknown): string {
  return capability === undefined || capability === false ? '–' : 'yes';
}

function listed(codes: 'all' | readonly string[]): string {
  if (codes === 'all') return 'all';
  return codes.length === 0 ? '–' : codes.map((code) => `\`${code}\``).join(', ');
}

/** More than these are counted: their table is in the connector's folder. */
const currenciesShown = 20;

function currenciesOf(decimals: ConnectorTerms['decimals']): string {
  if (decimals === 'iso') return 'all';
  const currencies = Object.keys(decimals);
  return currencies.length > currenciesShown ? `${currencies.length} of its own` : listed(currencies);
}
