/** Names that the bare flow, its worker and its client share. */
export const bareQueue = 'bench-bare';
export const bareFlowType = 'bareFlow';
export const bareStepUpdate = 'awaitStep';
export const bareSignal = 'arrived';
