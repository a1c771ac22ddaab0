import { describeApiDocument } from '@foretell/testing';
import { openApi } from './openapi';

describeApiDocument('data', openApi);
