import type { PublicTag } from '@foretell/contracts';
import type { ReactNode } from 'react';
import { shownTags } from '../../catalog/shown-tags';
import { useSite } from '../../config/site-context';
import { addressOf } from '../../live/read-resource';
import { useResource } from '../../live/use-resource';

const TAGS_MAX = 500;
/** Tags shown without opening the complete list: the leaderboard's categories, if the site has them as tags. */
const CATEGORIES = new Set([
  'politics',
  'sports',
  'crypto',
  'finance',
  'culture',
  'mentions',
  'weather',
  'economics',
  'economy',
  'tech',
]);

interface TagBarProps {
  readonly chosen: string;
  readonly onChoose: (slug: string) => void;
}

/** Categories as buttons, every other tag in a list. */
export function TagBar({ chosen, onChoose }: TagBarProps): ReactNode {
  const site = useSite();
  const { data: tags } = useResource<readonly PublicTag[]>(
    addressOf(site.gamma, '/public/tags', { limit: TAGS_MAX, order: 'label' }),
  );
  const shown = shownTags(tags ?? []);
  const categories = shown.filter(({ label }) => CATEGORIES.has(label.toLowerCase()));
  const others = shown.filter(({ label }) => !CATEGORIES.has(label.toLowerCase()));
  const isOther = others.some(({ slug }) => slug === chosen);
  return (
    <div className="tag-bar wrap-row" role="group" aria-label="Tags">
      <TagButton label="All" slug="" chosen={chosen} onChoose={onChoose} />
      {categories.map(({ slug, label }) => (
        <TagButton key={slug} label={label} slug={slug} chosen={chosen} onChoose={onChoose} />
      ))}
      {others.length > 0 && (
        <select
          aria-label="Other tags"
          className={isOther ? 'is-chosen' : ''}
          value={isOther ? chosen : ''}
          onChange={(event) => onChoose(event.target.value)}
        >
          <option value="">More tags</option>
          {others.map(({ slug, label }) => (
            <option key={slug} value={slug}>
              {label}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}

function TagButton({
  label,
  slug,
  chosen,
  onChoose,
}: TagBarProps & { readonly label: string; readonly slug: string }): ReactNode {
  return (
    <button type="button" className="tag" aria-pressed={slug === chosen} onClick={() => onChoose(slug)}>
      {label}
    </button>
  );
}
