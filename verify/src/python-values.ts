/**
 * Python for tests: `value_of(line)` reads a changed value whatever its spelling, as JavaScript has it in memory.
 * The commands read texts, and refuse the spellings no site writes.
 */
export const PYTHON_VALUES = `
import json
def number_of(text):
    number = float(text)
    return int(number) if number.is_integer() and abs(number) < 2 ** 53 else number
def value_of(line):
    return json.loads(line, parse_int=number_of, parse_float=number_of)
`
