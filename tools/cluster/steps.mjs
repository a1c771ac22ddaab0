/** The steps of the cluster test, in order. Each has a name and a description, and resolves with its result. */
import { apartSteps } from './apart-steps.mjs';
import { dataSteps } from './data-steps.mjs';
import { failureSteps } from './failure-steps.mjs';
import { haSteps } from './ha-steps.mjs';
import { installSteps } from './install-steps.mjs';
import { limitSteps } from './limit-steps.mjs';
import { makerSteps } from './maker-steps.mjs';
import { restartStep, rolloutSteps } from './rollout-steps.mjs';
import { scalingSteps } from './scaling-steps.mjs';
import { workbenchSteps } from './workbench-steps.mjs';

export const STEPS = [
  ...installSteps,
  ...failureSteps,
  restartStep,
  ...limitSteps,
  ...makerSteps,
  ...workbenchSteps,
  ...dataSteps,
  ...apartSteps,
  ...rolloutSteps,
  ...scalingSteps,
  ...haSteps,
];
