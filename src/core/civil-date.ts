import { DAY_MS } from "./weights.js";

const DATE = /^(\d{4})-(\d{2})-(\d{2})(?:$|[T ])/;

/**
 * Midnight UTC of an ISO date such as `2026-02-24`, in milliseconds since the epoch; a time after it is ignored.
 * `undefined` when there is no such day or it lies before 1970. Calendar arithmetic, because the core has no clock.
 */
export function parseDate(text: string): number | undefined {
  const parts = DATE.exec(text);
  if (parts === null) return undefined;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const days = daysBefore(year, month, day);
  const time = days * DAY_MS;
  return month >= 1 && month <= 12 && day >= 1 && time >= 0 && formatDate(time) === text.slice(0, 10)
    ? time
    : undefined;
}

/** The UTC day of a time, as an ISO date. */
export function formatDate(time: number): string {
  // The inverse of daysBefore: eras of 400 years that begin on 1 March, so that the leap day is the last.
  const shifted = Math.floor(time / DAY_MS) + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1;
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}`;
}

/** Days from 1970-01-01 to a date of the Gregorian calendar. */
function daysBefore(year: number, month: number, day: number): number {
  const shiftedYear = month <= 2 ? year - 1 : year;
  const era = Math.floor(shiftedYear / 400);
  const yearOfEra = shiftedYear - era * 400;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

function padded(value: number, width: number): string {
  return String(value).padStart(width, "0");
}
