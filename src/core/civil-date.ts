import { DAY_MS } from "./weights.js";

const DATE = /^\d{4}-\d{2}-\d{2}(?:$|[T ])/;
const DAYS_OF_MONTH = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/**
 * Midnight UTC of an ISO date such as `2026-02-24`, in milliseconds since the epoch; a time after it is ignored.
 * `undefined` when there is no such day or it lies before 1970. Calendar arithmetic, because the core has no clock.
 */
export function parseDate(text: string): number | undefined {
  if (!DATE.test(text)) return undefined;
  const year = digits(text, 0, 4);
  const month = digits(text, 5, 7);
  const day = digits(text, 8, 10);
  if (year < 1970 || day < 1 || day > (DAYS_OF_MONTH[month - 1] ?? 0)) return undefined;
  if (month === 2 && day === 29 && !isLeapYear(year)) return undefined;
  return daysBefore(year, month, day) * DAY_MS;
}

function digits(text: string, from: number, to: number): number {
  let value = 0;
  for (let index = from; index < to; index += 1) value = value * 10 + text.charCodeAt(index) - 48;
  return value;
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
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
