import { IsIn, IsOptional } from 'class-validator';
import { readConfig } from '../config';

class TracingVariables {
  /** Where traces go; OpenTelemetry's other variables say how, and how many. */
  @IsOptional()
  @IsIn(['none', 'otlp'], { message: 'OTEL_TRACES_EXPORTER must be none or otlp' })
  OTEL_TRACES_EXPORTER?: string;

  @IsOptional()
  @IsIn(['true', 'false'], { message: 'OTEL_SDK_DISABLED must be true or false' })
  OTEL_SDK_DISABLED?: string;
}

/** Whether the process tells traces; throws a ConfigError. */
export function readIsTracing(environment: NodeJS.ProcessEnv = process.env): boolean {
  const { OTEL_TRACES_EXPORTER, OTEL_SDK_DISABLED } = readConfig(TracingVariables, environment);
  return OTEL_TRACES_EXPORTER === 'otlp' && OTEL_SDK_DISABLED !== 'true';
}
