// A board while it is being drawn: cells where somebody taps, lines from cell to cell.

import { straightener } from "./straight.js"

export class Draft {
  constructor(name) {
    this.name = name
    this.cells = []
    this.corners = []
    this.size = null
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

  // Four corners of a board seen from the side; a fifth tap begins anew.
  corner(x, y) {
    this.corners = [...this.corners, { x, y }].slice(this.corners.length === 4 ? 4 : 0)
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
    return JSON.stringify({ format: "samusara-board/1", id: "own", name: this.name, cells: this.straight(), lines }, null, 1)
  }

  straight() {
    if (this.corners.length < 4) return this.cells
    const place = straightener(this.corners, this.size)
    const round = (value) => Math.round(value * 10) / 10
    return this.cells.map((cell) => {
      const { x, y } = place(cell)
      return { ...cell, x: round(x), y: round(y) }
    })
  }
}
