// A board while it is being drawn: cells where somebody taps, lines from cell to cell.

export class Draft {
  constructor(name) {
    this.name = name
    this.cells = []
    this.lines = []
    this.line = []
    this.count = 0
  }

  // A tap on a cell gives it this kind, a tap beside all of them makes a new one.
  put(kind, x, y, reach) {
    const near = this.near(x, y, reach)
    if (near) near.kind = kind
    else this.cells.push({ id: String((this.count += 1)), x: Math.round(x), y: Math.round(y), kind })
  }

  join(x, y, reach) {
    const cell = this.near(x, y, reach)
    if (cell && this.line.at(-1) !== cell.id) this.line.push(cell.id)
  }

  endLine() {
    if (this.line.length > 1) this.lines.push(this.line)
    this.line = []
  }

  takeBack() {
    if (this.line.length) this.line.pop()
    else if (this.lines.length) this.line = this.lines.pop()
    else this.cells.pop()
  }

  near(x, y, reach) {
    const far = (cell) => Math.hypot(cell.x - x, cell.y - y)
    const [first] = [...this.cells].sort((one, two) => far(one) - far(two))
    return first && far(first) <= reach ? first : null
  }

  file() {
    const lines = this.line.length > 1 ? [...this.lines, this.line] : this.lines
    return JSON.stringify({ format: "samusara-board/1", id: "own", name: this.name, cells: this.cells, lines }, null, 1)
  }
}
