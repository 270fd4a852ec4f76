/** The dashboards of `observe/dashboards`, for Grafana: title, unit of the axis, and expressions with their legends. */
type Panel = readonly [
  title: string,
  unit: string,
  ...queries: (readonly [expression: string, legend: string])[],
];

const quantiles = (family: string, by: string, legend: string) =>
  ([0.5, 0.99] as const).map(
    (share) =>
      [
        `histogram_quantile(${share}, sum by (${by ? `${by}, ` : ''}le) (rate(${family}_bucket[5m])))`,
        `p${share * 100}${legend}`,
      ] as const,
  );
const creates = 'gateway_http_requests_total{method="POST",route=~"/v2/(payment|payout)"}';

const payments: readonly Panel[] = [
  ['Create calls answered', 'reqps', [`sum by (status) (rate(${creates}[5m]))`, '{{status}}']],
  [
    'Attempts',
    'ops',
    ['sum by (provider, outcome) (rate(gateway_attempts_total[5m]))', '{{provider}} {{outcome}}'],
  ],
  [
    'Attempts by MID and method',
    'ops',
    ['sum by (mid, method) (rate(gateway_attempts_total[5m]))', '{{mid}} {{method}}'],
  ],
  ['Ends', 'ops', ['sum by (method, status) (rate(gateway_finals_total[5m]))', '{{method}} {{status}}']],
  ['Approval', 'percentunit', ['gateway:approval:ratio_1h', '{{provider}} {{method}}']],
  ['Without a clear outcome', 'percentunit', ['gateway:attempts_unknown:ratio_15m', '{{provider}}']],
  ['Outcome unknown', 'short', ['max by (provider, type) (gateway_unknown_open)', '{{provider}} {{type}}']],
  [
    'Oldest unknown outcome',
    's',
    ['max by (provider, type) (gateway_unknown_oldest_seconds)', '{{provider}} {{type}}'],
  ],
  [
    'Calls to providers',
    's',
    ...quantiles('gateway_provider_call_seconds', 'provider, operation', ' {{provider}} {{operation}}'),
  ],
  ['Open', 'short', ['max by (type, status) (gateway_open_transactions)', '{{type}} {{status}}']],
  ['Circuits open', 'short', ['max by (provider, mid) (gateway_circuit_open)', '{{provider}} {{mid}}']],
  ['Reviews open', 'short', ['max by (cause) (gateway_open_reviews)', '{{cause}}']],
];

const delivery: readonly Panel[] = [
  ['Attempts to deliver', 'ops', ['sum by (result) (rate(gateway_callbacks_total[5m]))', '{{result}}']],
  [
    'From the end to the delivery',
    's',
    ...quantiles('gateway_callback_lag_seconds', 'attempt', ' {{attempt}} attempt'),
  ],
  ['Not delivered', 'short', ['max by (state) (gateway_pending_callbacks)', '{{state}}']],
  ['Oldest not delivered', 's', ['max by (state) (gateway_callback_oldest_seconds)', '{{state}}']],
  ['Paused endpoints', 'short', ['max(gateway_paused_endpoints)', 'paused']],
  ['Feed held back', 's', ['max(gateway_event_feed_lag_seconds)', 'lag']],
  [
    'Callbacks of providers',
    'ops',
    ['sum by (provider, result) (rate(gateway_provider_callbacks_total[5m]))', '{{provider}} {{result}}'],
  ],
  ['Inbox: not looked at', 'short', ['max by (provider) (gateway_inbox_unread)', '{{provider}}']],
  ['Inbox: oldest', 's', ['max by (provider) (gateway_inbox_oldest_seconds)', '{{provider}}']],
  ['Inbox: about none of our attempts', 'short', ['max(gateway_inbox_unmatched)', 'unmatched']],
];

const workers: readonly Panel[] = [
  ['Creates under way', 'short', ['max by (instance) (gateway_creates_under_way)', '{{instance}}']],
  [
    'Limit of creates while overloaded',
    'short',
    ['max by (instance) (gateway_creates_limit)', '{{instance}}'],
  ],
  ['Creates refused', 'ops', ['sum by (cause) (rate(gateway_creates_refused_total[5m]))', '{{cause}}']],
  [
    'Pollers',
    'short',
    ['sum by (task_queue, poller_type) (temporal_num_pollers)', '{{task_queue}} {{poller_type}}'],
  ],
  [
    'Slots left',
    'short',
    [
      'min by (task_queue, worker_type) (temporal_worker_task_slots_available)',
      '{{task_queue}} {{worker_type}}',
    ],
  ],
  [
    'Steps wait for a worker',
    's',
    ...quantiles('temporal_workflow_task_schedule_to_start_latency_seconds', '', ''),
  ],
  [
    'Oldest task that no worker has taken',
    's',
    ['max by (queue, kind) (gateway_backlog_age_seconds)', '{{queue}} {{kind}}'],
  ],
  [
    'Activities wait for a slot',
    's',
    ...quantiles('temporal_activity_schedule_to_start_latency_seconds', 'task_queue', ' {{task_queue}}'),
  ],
  [
    'Activities take',
    's',
    ...quantiles('temporal_activity_execution_latency_seconds', 'activity_type', ' {{activity_type}}'),
  ],
  [
    'Calls to Temporal',
    's',
    [
      'histogram_quantile(0.99, sum by (operation, le) (rate(temporal_request_latency_seconds_bucket[5m])))',
      '{{operation}}',
    ],
  ],
  ['Workflows in the cache', 'short', ['sum(temporal_sticky_cache_size)', 'cached']],
  [
    'Bulkheads',
    'percentunit',
    [
      'max by (bulkhead, mid) (gateway_bulkhead_taken) / on (bulkhead) group_left () max by (bulkhead) (gateway_bulkhead_slots)',
      '{{bulkhead}} {{mid}}',
    ],
  ],
  ['Recovery', 'ops', ['sum by (kind, result) (rate(gateway_recovery_total[5m]))', '{{kind}} {{result}}']],
  ['Recovery: due for', 's', ['max(gateway_recovery_oldest_seconds)', 'oldest']],
  ['Recovery: due', 'short', ['max(gateway_recovery_due)', 'due']],
  [
    'Event loop is late',
    's',
    ['max by (job, instance) (nodejs_eventloop_lag_p99_seconds)', '{{job}} {{instance}}'],
  ],
  ['Memory', 'bytes', ['sum by (job, instance) (process_resident_memory_bytes)', '{{job}} {{instance}}']],
  ['CPU', 'short', ['sum by (job, instance) (rate(process_cpu_seconds_total[5m]))', '{{job}} {{instance}}']],
];

const books: readonly Panel[] = [
  ['Differences of the last proof', 'short', ['max(gateway_books_difference)', 'differences']],
  ['Age of the last proof', 's', ['max(gateway_books_proof_age_seconds)', 'age']],
  ['Months made ahead', 's', ['min(gateway_months_ahead_seconds)', 'time left']],
  ['Cards beyond their time', 'short', ['max(gateway_vault_overdue)', 'cards']],
  ['Oldest review', 's', ['max(gateway_review_oldest_seconds)', 'oldest']],
  ['Refunds open', 'short', ['max(gateway_refunds_open)', 'refunds']],
  ['Oldest open refund', 's', ['max(gateway_refund_oldest_seconds)', 'oldest']],
  ['Figures known', 'short', ['max(gateway_figures_known)', 'known']],
  [
    'Connections to Postgres',
    'short',
    ['sum by (job, state) (gateway_database_connections)', '{{job}} {{state}}'],
  ],
  ['Configuration in force', 'short', ['max by (job) (gateway_configuration_version)', '{{job}}']],
  [
    'Releases',
    'short',
    ['count by (application, build, node) (gateway_build_info)', '{{application}} {{build}} {{node}}'],
  ],
];

const statements: readonly Panel[] = [
  ['Open differences', 'short', ['max by (class) (gateway_differences)', '{{class}}']],
  ['Oldest difference', 's', ['max(gateway_difference_oldest_seconds)', 'oldest']],
  ['Age of the last statement', 's', ['max by (mid) (gateway_statement_age_seconds)', '{{mid}}']],
  ['Unexplained', 'short', ['max by (mid, currency) (gateway_unexplained_amount)', '{{mid}} {{currency}}']],
  ['Longest on no statement', 's', ['max by (mid) (gateway_in_transit_oldest_seconds)', '{{mid}}']],
  ['Settlements overdue', 'short', ['max by (mid) (gateway_settlement_overdue)', '{{mid}}']],
  ['Days since the end of a month not closed', 'short', ['max(gateway_period_open_days)', 'days']],
];

/** By the path of their file. */
export const dashboards: Readonly<Record<string, () => string>> = Object.fromEntries(
  Object.entries({ payments, delivery, workers, books, statements }).map(([name, panels]) => [
    `observe/dashboards/${name}.json`,
    () => JSON.stringify(dashboard(name, panels)),
  ]),
);

const columns = 2;
const size = { w: 24 / columns, h: 8 };

function dashboard(name: string, panels: readonly Panel[]): object {
  const datasource = { type: 'prometheus', uid: '${datasource}' };
  return {
    uid: `gateway-${name}`,
    title: `Gateway: ${name}`,
    tags: ['gateway'],
    schemaVersion: 39,
    refresh: '30s',
    time: { from: 'now-6h', to: 'now' },
    templating: { list: [{ name: 'datasource', type: 'datasource', query: 'prometheus' }] },
    panels: panels.map(([title, unit, ...queries], place) => ({
      id: place + 1,
      type: 'timeseries',
      title,
      datasource,
      gridPos: { ...size, x: (place % columns) * size.w, y: Math.floor(place / columns) * size.h },
      fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
      targets: queries.map(([expr, legendFormat], n) => ({
        refId: 'ABC'[n],
        datasource,
        expr,
        legendFormat,
      })),
    })),
  };
}
