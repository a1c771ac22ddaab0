import { describeApiDocument } from '@foretell/testing';
import { openApi } from './openapi';

describeApiDocument('gamma', openApi);
