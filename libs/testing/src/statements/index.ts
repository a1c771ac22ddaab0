export { describeStatements } from './describe-statements';
