import { documentOf } from '@foretell/platform-server';
import { API } from './api';
import { readDataConfig } from './data.config';
import { createDataSurface } from './surface';

/** The service's document. */
export function openApi(): Promise<object> {
  return documentOf((environment) => createDataSurface(readDataConfig(environment)), API);
}
