import type { Project } from '#domain/configuration/configuration';
import { usualReports, type ReportTerms } from '#domain/configuration/statement-terms';
import { GatewayError } from '#domain/errors/gateway-error';
import type { Database } from '#persistence/database';
import { findReportDay, type ReportDay } from '#persistence/reports/report-day';
import { unavailable } from '../http/unavailable.js';

export function reportTermsOf({ reports = usualReports }: Project): ReportTerms {
  return reports;
}

/** The day that is asked for, in the project's time zone. Throws invalidParams without a day, or if it has not begun. */
export async function requireDay(
  database: Database,
  { timezone }: ReportTerms,
  date: string | undefined,
): Promise<ReportDay> {
  if (date === undefined) throw faultOfDate('is required: a day as YYYY-MM-DD');
  const day = await findReportDay(database, { date, timezone }).catch(unavailable());
  if (!day) throw faultOfDate(`has not begun in ${timezone}`);
  return day;
}

function faultOfDate(problem: string): GatewayError {
  return new GatewayError('invalidParams', { fields: [{ path: 'date', problem }] });
}
