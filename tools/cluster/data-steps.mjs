import { attempt, kubectl, SITE, sql, writer } from './kubectl.mjs';
import { healthy } from './install-steps.mjs';
import { inRecord, Load, underLoad } from './load.mjs';
import { runPage } from './page.mjs';

const FOLDER = /\/backup\/(\d{4}-\d\d-\d\dT[\d-]+Z)/;

async function backup(context) {
  await attempt(['-n', SITE, 'delete', 'job', 'backup-now', '--ignore-not-found']);
  let printed = '';
  const load = await underLoad(async () => (printed = await runPage(context.folder, 'backup')));
  context.backup = FOLDER.exec(printed)?.[1];
  if (context.backup === undefined) throw new Error(`the backup names no folder:\n${printed}`);
  return { load, notes: [/as of (\S+)/.exec(printed)?.[0] ?? ''] };
}

/**
 * Everything acknowledged before a backup is there after the restore; everything later is gone. Orders of a second load show
 * this.
 */
async function restore(context) {
  const before = await tradeAWhile();
  await backup(context);
  const after = await tradeAWhile();
  const startedAt = Date.now();
  await runPage(context.folder, 'restore', { FOLDER: context.backup, OVERLAY: 'deploy/k8s/overlays/local' });
  const restored = (Date.now() - startedAt) / 1000;
  await writer();
  const kept = await inRecord(before);
  const gone = await inRecord(after);
  if (kept.lost > 0 || kept.doubled > 0) throw new Error(`of the backup ${kept.lost} orders are lost, ${kept.doubled} doubled`);
  if (gone.lost !== after.acknowledged.length) throw new Error('orders of after the backup are in the restored record');
  const doctor = await healthy();
  const load = await underLoad((running) => running.moves(50));
  const [[orders], checks] = [await sql('select count(*) from clob.orders'), await healthy()];
  return {
    load,
    notes: [
      `${before.acknowledged.length} orders of before the backup: all there, none twice`,
      `${after.acknowledged.length} of after it: gone`,
      `by the page in ${restored.toFixed(0)} s; ${doctor}; ${orders} orders with those of afterwards; ${checks}`,
    ],
  };
}

/** Trades for a while; resolves with the load's result. */
async function tradeAWhile() {
  const load = new Load();
  await load.moves(60);
  return load.stop();
}

async function operate({ folder }) {
  const printed = await runPage(folder, 'ops');
  await kubectl(['-n', SITE, 'create', 'job', 'doctor-now', '--from=cronjob/doctor']);
  try {
    await kubectl(['-n', SITE, 'wait', '--for=condition=complete', 'job/doctor-now', '--timeout=5m']);
  } finally {
    await kubectl(['-n', SITE, 'delete', 'job', 'doctor-now']);
  }
  return { notes: [`${printed.trimEnd().split('\n').length} lines of answers; the nightly doctor's Job completed`] };
}

export const dataSteps = [
  { name: 'ops', title: "the operator's commands, and the nightly doctor", run: operate },
  { name: 'backup', title: 'the nightly backup, now', run: backup },
  { name: 'restore', title: 'lose database and streams, restore a backup', run: restore },
];
