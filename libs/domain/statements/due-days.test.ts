import { describe, expect, it } from 'vitest';
import { dueDays, latestDueDay } from './due-days.js';

describe('the latest day whose statement is due', () => {
  const lisbon = { at: '06:30', timezone: 'Europe/Lisbon' };

  it.each([
    // Lisbon is at UTC in winter and an hour ahead in summer.
    ['2026-01-10T06:29:59Z', '2026-01-08'],
    ['2026-01-10T06:30:00Z', '2026-01-09'],
    ['2026-07-10T05:29:59Z', '2026-07-08'],
    ['2026-07-10T05:30:00Z', '2026-07-09'],
    // The clock goes forward at 01:00 UTC on this day.
    ['2026-03-29T05:30:00Z', '2026-03-28'],
    ['2027-01-01T06:30:00Z', '2026-12-31'],
  ])('at %s is %s', (now, day) => {
    expect(latestDueDay(lisbon, new Date(now))).toBe(day);
  });

  it('is that of its own time zone, not of the server', () => {
    const now = new Date('2026-01-10T03:00:00Z');
    expect(latestDueDay({ at: '00:00', timezone: 'Pacific/Auckland' }, now)).toBe('2026-01-09');
    expect(latestDueDay({ at: '00:00', timezone: 'America/Sao_Paulo' }, now)).toBe('2026-01-09');
    expect(latestDueDay({ at: '00:01', timezone: 'America/Sao_Paulo' }, now)).toBe('2026-01-08');
  });
});

describe('the days to ask for', () => {
  it('are the latest one before there was any statement', () => {
    expect(dueDays('2026-03-01', undefined)).toEqual(['2026-03-01']);
  });

  it('are none once the latest one is covered', () => {
    expect(dueDays('2026-03-01', '2026-03-01')).toEqual([]);
    expect(dueDays('2026-03-01', '2026-03-02')).toEqual([]);
  });

  it('are the next one and the latest, so that an unreadable day does not hold up later ones', () => {
    expect(dueDays('2026-03-01', '2026-02-28')).toEqual(['2026-03-01']);
    expect(dueDays('2026-03-01', '2026-02-20')).toEqual(['2026-02-21', '2026-03-01']);
  });
});
