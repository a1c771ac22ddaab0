export { describeStatements, type ServiceStatements } from './describe-statements';
