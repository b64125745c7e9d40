// A form carries the action it answers with, and the name under which the entered values go into it.

export function answerOf({ dataset }, values) {
  return { ...JSON.parse(dataset.answer), [dataset.field]: "one" in dataset ? values[0] : values }
}

// The values an action of the same kind holds, always as a list.
export function valuesIn({ dataset }, action) {
  return [action[dataset.field] ?? []].flat()
}
