import { documentOf } from '@foretell/platform-server';
import { API } from './api';
import { readGammaConfig } from './gamma.config';
import { createGammaSurface } from './surface';

/** The service's OpenAPI document. */
export function openApi(): Promise<object> {
  return documentOf((environment) => createGammaSurface(readGammaConfig(environment)), API);
}
