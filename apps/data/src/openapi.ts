import { documentOf } from '@foretell/platform-server';
import { API } from './api';
import { readDataConfig } from './data.config';
import { createDataService } from './service';

/** The service's document. */
export function openApi(): Promise<object> {
  return documentOf((environment) => createDataService(readDataConfig(environment)), API);
}
