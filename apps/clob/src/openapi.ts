import { documentOf } from '@foretell/platform-server';
import { API } from './api';
import { readClobConfig } from './clob.config';
import { createClobSurface } from './surface';

/** The service's OpenAPI document. */
export function openApi(): Promise<object> {
  return documentOf((environment) => createClobSurface(readClobConfig({ ...environment, SANDBOX: 'true' })), API);
}
