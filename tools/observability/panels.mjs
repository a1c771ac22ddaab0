/**
 * The panels of the dashboards, in display order: one dashboard per file, one row of up to three panels per list. A panel is
 * [title, unit, query, legend, query, legend ...]; units are Grafana's. Grafana derives `$__rate_interval` from the scrape
 * interval.
 */
const RATE = '[$__rate_interval]';
const quantile = (q, metric, by) =>
  `histogram_quantile(${q}, sum by (${[...by, 'le'].join(', ')}) (rate(${metric}_bucket${RATE})))`;
const spread = (metric) => ['0.5', '0.9', '0.99'].flatMap((q) => [quantile(q, metric, []), `p${Number(q) * 100}`]);
const rate = (metric, by) => `sum by (${by}) (rate(${metric}${RATE}))`;

/** The request rates, errors and latencies of one service's routes. */
function routes(job) {
  const of = `{job="${job}"}`;
  return [
    [
      ['Requests by route', 'reqps', `sum by (method, route) (foretell:http_requests:rate5m${of})`, '{{method}} {{route}}'],
      [
        'Responses with an error',
        'reqps',
        `sum by (status) (foretell:http_requests:rate5m{job="${job}",status!~"[23].."})`,
        '{{status}}',
      ],
      ['p99 by route', 's', `foretell:http_request_seconds:p99_5m${of}`, '{{method}} {{route}}'],
    ],
    [
      ['Refusals by code', 'reqps', `sum by (code) (rate(foretell_refusals_total${of}${RATE}))`, '{{code}}'],
      ['Refused by a rate limit', 'reqps', `sum by (limit) (rate(foretell_limit_refusals_total${of}${RATE}))`, '{{limit}}'],
      ['Callers tracked by the rate limits', 'short', `max(foretell_limit_callers${of})`, 'callers'],
    ],
  ];
}

/** Panels whose values may be negative; the others begin at zero. */
export const SIGNED_PANELS = ['Clocks ahead'];

export const DASHBOARDS = {
  overview: {
    title: 'Foretell: overview',
    rows: [
      [
        ['Replicas ready', 'short', 'sum by (job) (min by (job, instance) (foretell_ready))', '{{job}}'],
        ['Requests', 'reqps', 'sum by (job) (foretell:http_requests:rate5m)', '{{job}}'],
        ['Share of 5xx other than 503', 'percentunit', 'foretell:http_faults:ratio5m', '{{job}}'],
      ],
      [
        [
          'Orders',
          'ops',
          'sum(foretell:orders:rate5m)',
          'placed or refused',
          `sum(rate(foretell_trades_total${RATE}))`,
          'trades',
        ],
        ['p99 of the slowest route', 's', 'max by (job) (foretell:http_request_seconds:p99_5m)', '{{job}}'],
        [
          'Open orders and books',
          'short',
          'max(foretell_open_orders)',
          'open orders',
          'max(foretell_books)',
          'books',
          'max(foretell_markets)',
          'markets',
        ],
      ],
      [
        ['Age of the oldest unpublished event', 's', 'min by (source) (foretell_relay_lag_seconds)', 'events of {{source}}'],
        [
          'Age of the oldest event not applied',
          's',
          'min by (job, source) (foretell_ingest_lag_seconds)',
          '{{job}} of {{source}}',
        ],
        ['Dead-lettered events', 'short', 'max by (job) (foretell_facts_set_aside)', '{{job}}'],
      ],
      [
        ['Event loop lag, p99', 's', 'max by (job, instance) (nodejs_eventloop_lag_p99_seconds)', '{{job}} {{instance}}'],
        [
          'CPU cores used',
          'short',
          `sum by (job, instance) (rate(process_cpu_seconds_total{job=~"clob|gamma|data"}${RATE}))`,
          '{{job}} {{instance}}',
        ],
        [
          'Memory',
          'bytes',
          'max by (job, instance) (process_resident_memory_bytes{job=~"clob|gamma|data"})',
          '{{job}} {{instance}}',
        ],
      ],
      [
        [
          'Database connections in use',
          'short',
          'sum by (job, pool) (foretell_database_connections{state="busy"})',
          '{{job}} {{pool}}',
        ],
        ['Queries waiting for a connection', 'short', 'sum by (job, pool) (foretell_database_waiting)', '{{job}} {{pool}}'],
        [
          'NATS',
          'short',
          'min by (job) (foretell_nats_connected)',
          '{{job}} connected',
          `sum by (job) (increase(foretell_nats_refusals_total${RATE}))`,
          '{{job}} refused',
        ],
      ],
      [
        [
          'Operator commands',
          'short',
          `sum by (command, outcome) (increase(foretell_ops_commands_total${RATE})) > 0`,
          '{{command}} {{outcome}}',
        ],
        [
          'Clocks ahead',
          's',
          'max by (job, instance) (foretell_clock_ahead_seconds)',
          '{{job}} {{instance}}, of the time that it uses',
          'max by (job, instance) (foretell_clock_server_difference_seconds)',
          "{{job}} {{instance}}, of PostgreSQL's",
        ],
        ['Clock steps', 'short', `sum by (job, instance) (increase(foretell_clock_steps_total${RATE}))`, '{{job}} {{instance}}'],
      ],
    ],
  },
  trading: {
    title: 'Foretell: trading',
    rows: [
      [
        ['Orders by outcome', 'ops', 'foretell:orders:rate5m', '{{outcome}}'],
        [
          'POST /orders',
          's',
          'foretell:http_request_seconds:p99_5m{job="clob",route=~"/orders?",method="POST"}',
          'p99 {{route}}',
        ],
        ['Writer and epoch', 'short', 'foretell_writer', '{{instance}}', 'max(foretell_writer_epoch)', 'epoch'],
      ],
      [
        ['Duration of a journal transaction', 's', ...spread('foretell_commit_seconds')],
        ['Order rows per journal transaction', 'short', ...spread('foretell_commit_orders')],
        [
          'Events and trades',
          'ops',
          `sum(rate(foretell_facts_total${RATE}))`,
          'events',
          `sum(rate(foretell_trades_total${RATE}))`,
          'trades',
        ],
      ],
      [
        ['Commands waiting for the writer', 'short', 'max(foretell_engine_queue_depth)', 'commands'],
        [
          'Wait for the writer',
          's',
          'max(foretell_engine_queue_seconds)',
          'oldest command',
          'max(foretell_engine_queue_work_seconds)',
          'estimated work in the queue',
        ],
        ['Writes refused because of overload', 'reqps', rate('foretell_shed_requests_total', 'route'), '{{route}}'],
      ],
      [
        ['Lag of the tables behind the journal', 's', 'max(foretell_recorder_lag_seconds)', 'age of the oldest commit'],
        ['Commits not yet in the tables', 'short', 'max(foretell_recorder_lag_commits)', 'commits'],
        ['Duration of a projector transaction', 's', ...spread('foretell_record_seconds')],
      ],
      [
        ['Age of the oldest database snapshot', 's', 'max(foretell_oldest_snapshot_seconds)', 'age'],
        ['Funds in the ledger, share of the maximum', 'percentunit', 'max(foretell_funds_held_ratio)', 'share'],
      ],
      [
        ['Forwarded to the writer', 'reqps', rate('foretell_forwards_total', 'outcome'), '{{outcome}}'],
        ['Duration of forwarding', 's', ...spread('foretell_forward_seconds')],
        ['Lag of the replicas behind the journal', 's', 'foretell_follower_lag_seconds', '{{instance}}'],
      ],
      [
        ['Streams open', 'short', 'sum by (channel) (foretell_stream_connections)', '{{channel}}'],
        [
          'Streams closed by the service',
          'short',
          `sum by (channel) (increase(foretell_stream_cuts_total${RATE}))`,
          '{{channel}}',
        ],
      ],
      ...routes('clob'),
    ],
  },
  catalog: {
    title: 'Foretell: catalog',
    rows: [
      ...routes('gamma'),
      [
        ['Responses by origin', 'reqps', rate('foretell_catalog_answers_total', 'from'), '{{from}}'],
        ['Cached responses', 'bytes', 'sum by (instance, dialect) (foretell_catalog_cache_bytes)', '{{instance}} {{dialect}}'],
        ['Catalog events not published yet', 'short', 'min(foretell_relay_lag_facts{source="gamma"})', 'events'],
      ],
      [
        ['Catalog events published', 'ops', `sum(rate(foretell_relay_facts_total{source="gamma"}${RATE}))`, 'events'],
        ['Trading events applied', 'ops', `sum(rate(foretell_ingest_facts_total{job="gamma"}${RATE}))`, 'events'],
        ['Trading events not applied yet', 'short', 'min(foretell_ingest_lag_facts{job="gamma"})', 'events'],
      ],
    ],
  },
  data: {
    title: 'Foretell: data and events',
    rows: [
      [
        ['Events published', 'ops', rate('foretell_relay_facts_total', 'source'), 'of {{source}}'],
        ['Not published yet', 'short', 'min by (source) (foretell_relay_lag_facts)', 'of {{source}}'],
        [
          'Relay lost its position',
          'short',
          `sum by (source) (increase(foretell_relay_interruptions_total${RATE}))`,
          'of {{source}}',
        ],
      ],
      [
        ['Events applied', 'ops', rate('foretell_ingest_facts_total', 'job, source'), '{{job}} of {{source}}'],
        ['Not applied yet', 'short', 'min by (job, source) (foretell_ingest_lag_facts)', '{{job}} of {{source}}'],
        [
          'Age of the oldest event not applied',
          's',
          'min by (job, source) (foretell_ingest_lag_seconds)',
          '{{job}} of {{source}}',
        ],
      ],
      [
        [
          'Time to apply a batch, p99',
          's',
          quantile('0.99', 'foretell_ingest_batch_seconds', ['job', 'source']),
          '{{job}} of {{source}}',
        ],
        [
          'Failed attempts to apply',
          'short',
          `sum by (job, source) (increase(foretell_ingest_failures_total${RATE}))`,
          '{{job}} of {{source}}',
        ],
        [
          'Dead-lettered',
          'short',
          `sum by (job, source) (increase(foretell_facts_set_aside_total${RATE}))`,
          '{{job}} of {{source}}',
        ],
      ],
      ...routes('data'),
    ],
  },
};
