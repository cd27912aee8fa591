/** Makes a value when it is first asked for, and the same one ever after: schemas cost an import more than they look. */
export function once<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
