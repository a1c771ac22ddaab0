import { apiDocument } from '@foretell/platform-server';
import { API } from './api';
import { readClobConfig } from './clob.config';
import { createClobSurface } from './surface';

/** The surface's document. The surface is made but not initialised, so it needs neither database nor NATS. */
export async function openApi(): Promise<object> {
  const app = await createClobSurface(
    readClobConfig({
      DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none',
      NATS_URL: 'nats://127.0.0.1:1',
      LOG_LEVEL: 'silent',
      AUTH_MASTER_KEY: '0'.repeat(64),
    }),
  );
  try {
    return apiDocument(app, API);
  } finally {
    await app.close();
  }
}
