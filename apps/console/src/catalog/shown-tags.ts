interface Tag {
  readonly label: string;
}

/** Each label once, without tags that only control the source's own pages, such as "Hide From New". */
export function shownTags<T extends Tag>(tags: readonly T[]): readonly T[] {
  const labels = new Set<string>();
  return tags.filter((tag) => {
    const name = tag.label.toLowerCase();
    const isHidden = labels.has(name) || name.startsWith('hide ') || Reflect.get(tag, 'forceHide') === true;
    labels.add(name);
    return !isHidden;
  });
}
