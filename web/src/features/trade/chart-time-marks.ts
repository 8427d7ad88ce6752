type Writing = Pick<CanvasRenderingContext2D, 'fillText' | 'measureText'>

/**
 * From now on a text that the edge of the axis would cut is not written: half a time reads as another one. The library
 * has no setting for it; what paints before its marks can only take the pen.
 */
export function writeWholeOnly(context: Writing, width: number): void {
  const pen: Writing = Object.getPrototypeOf(context)
  context.fillText = (text, x, ...rest) => {
    const half = context.measureText(text).width / 2
    if (x - half >= 0 && x + half <= width) pen.fillText.call(context, text, x, ...rest)
  }
}
