import { describe, expect, it } from 'vitest';
import { writeCsvLine } from './csv.js';

describe('C33: a line of CSV', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+33 1', "'+33 1"],
    ['-x', "'-x"],
    ['@sum', "'@sum"],
    ['\tx', "'\tx"],
    ['\r=1', `"'\r=1"`],
    ['=a,b', `"'=a,b"`],
  ])('%j is no formula', (text, written) => {
    expect(writeCsvLine([text])).toBe(`${written}\r\n`);
  });

  it('a negative number stays one', () => {
    expect(writeCsvLine(['-10.50', '-0', '9007199254740993.01'])).toBe('-10.50,-0,9007199254740993.01\r\n');
    expect(writeCsvLine(['-1-1', '-1e5', '+1'])).toBe("'-1-1,'-1e5,'+1\r\n");
  });

  it('quotes what has a comma, a quote or a line break', () => {
    expect(writeCsvLine(['a,b', 'a"b', 'a\nb', 'a b', '', null])).toBe('"a,b","a""b","a\nb",a b,,\r\n');
  });
});
