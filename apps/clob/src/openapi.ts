import { documentOf } from '@foretell/platform-server';
import { API } from './api';
import { readClobConfig } from './clob.config';
import { createClobService } from './service';

/** The service's OpenAPI document. */
export function openApi(): Promise<object> {
  return documentOf((environment) => createClobService(readClobConfig({ ...environment, SANDBOX: 'true' })), API);
}
