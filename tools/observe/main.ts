import { servePage } from './serve-page.js';

/** Started by `npm run observe`, which says where everything is. */
const {
  OBSERVE_PORT = '3009',
  PROMETHEUS_URL = 'http://localhost:9090',
  DASHBOARDS = 'observe/dashboards',
} = process.env;
await servePage({ port: Number(OBSERVE_PORT), prometheusUrl: PROMETHEUS_URL, folder: DASHBOARDS });
