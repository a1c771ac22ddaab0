import { useId, type ReactNode } from 'react';
import { Price } from '../components/money';
import { amountPlus } from './field-change';
import { unitOf, type Problem, type TicketFields } from './plan';
import type { OrderTicketProps } from './ticket-props';

interface FieldsProps extends Pick<OrderTicketProps, 'outcomes' | 'tokenId' | 'onToken'> {
  readonly fields: TicketFields;
  readonly problems: readonly Problem[];
  readonly isDisabled: boolean;
  readonly onChange: (change: Partial<TicketFields>) => void;
  /** The button for the complete available amount. */
  readonly most: ReactNode;
}

const TIMES_IN_FORCE = [
  { seconds: 0, label: 'Good till cancelled' },
  { seconds: 300, label: '5 minutes' },
  { seconds: 3_600, label: '1 hour' },
  { seconds: 86_400, label: '1 day' },
  { seconds: 604_800, label: '1 week' },
] as const;
const QUICK_AMOUNTS = [10, 100] as const;

/** All inputs of an order. */
export function Fields({ fields, outcomes, tokenId, onToken, problems, isDisabled, onChange, most }: FieldsProps): ReactNode {
  const isLimit = fields.kind === 'limit';
  const unit = unitOf(fields);
  return (
    <fieldset className="ticket-fields" disabled={isDisabled} hidden={isDisabled}>
      <legend className="visually-hidden">The order</legend>
      <div className="ticket-row wrap-row">
        <Choice
          legend="Side"
          value={fields.side}
          options={[
            { value: 'BUY', label: 'Buy' },
            { value: 'SELL', label: 'Sell' },
          ]}
          onChoose={(side) => onChange({ side })}
        />
        <Choice
          legend="Order type"
          value={fields.kind}
          options={[
            { value: 'limit', label: 'Limit' },
            { value: 'market', label: 'Market' },
          ]}
          onChoose={(kind) => onChange({ kind })}
        />
      </div>
      <Choice
        legend="Outcome"
        isLarge
        value={tokenId}
        options={outcomes.map(({ tokenId: value, label, offered = null }) => ({ value, label, offered }))}
        onChoose={onToken}
      />
      <FigureField
        label={unit === 'shares' ? 'Shares' : 'Dollars'}
        name="amount"
        value={fields.amount}
        problems={problems}
        onChange={(amount) => onChange({ amount })}
      />
      <AmountTools fields={fields} most={most} onChange={onChange} />
      <FigureField
        label="Limit price"
        unit="¢"
        name="cents"
        value={fields.cents}
        problems={problems}
        onChange={(cents) => onChange({ cents })}
      />
      {isLimit ? <LimitTerms fields={fields} onChange={onChange} /> : <FillTerms fields={fields} onChange={onChange} />}
    </fieldset>
  );
}

/** The unit of the amount, and quick steps of it. */
function AmountTools({ fields, most, onChange }: Pick<FieldsProps, 'fields' | 'most' | 'onChange'>): ReactNode {
  const isLimit = fields.kind === 'limit';
  const unit = unitOf(fields);
  return (
    <div className="ticket-row wrap-row">
      {isLimit && (
        <Choice
          legend="Amount in"
          value={fields.unit}
          options={[
            { value: 'shares', label: 'Shares' },
            { value: 'dollars', label: 'Dollars' },
          ]}
          onChoose={(chosen) => onChange({ unit: chosen })}
        />
      )}
      <div className="ticket-quick">
        {QUICK_AMOUNTS.map((added) => (
          <button
            key={added}
            type="button"
            className="button"
            aria-label={`Add ${added} ${unit}`}
            onClick={() => onChange({ amount: amountPlus(fields, added, unit) })}
          >
            +{unit === 'dollars' && '$'}
            {added}
          </button>
        ))}
        {most}
      </div>
    </div>
  );
}

function LimitTerms({ fields, onChange }: Pick<FieldsProps, 'fields' | 'onChange'>): ReactNode {
  const id = useId();
  return (
    <>
      <div className="ticket-field">
        <label htmlFor={id}>Time in force</label>
        <select id={id} value={fields.endsIn} onChange={({ target }) => onChange({ endsIn: Number(target.value) })}>
          {TIMES_IN_FORCE.map(({ seconds, label }) => (
            <option key={seconds} value={seconds}>
              {label}
            </option>
          ))}
        </select>
      </div>
      <label className="ticket-check">
        <input type="checkbox" checked={fields.postOnly} onChange={({ target }) => onChange({ postOnly: target.checked })} />
        Post only: rest in the book, never take
      </label>
    </>
  );
}

function FillTerms({ fields, onChange }: Pick<FieldsProps, 'fields' | 'onChange'>): ReactNode {
  return (
    <Choice
      legend="If it cannot fill completely"
      value={fields.fill}
      options={[
        { value: 'FAK', label: 'Fill a part' },
        { value: 'FOK', label: 'All or none' },
      ]}
      onChoose={(fill) => onChange({ fill })}
    />
  );
}

interface FigureFieldProps {
  readonly label: string;
  readonly name: Problem['field'];
  readonly value: string;
  /** Shown after the figure. */
  readonly unit?: string;
  readonly problems: readonly Problem[];
  readonly onChange: (value: string) => void;
}

/** An input for a figure, with its problems. */
export function FigureField({ label, name, value, unit, problems, onChange }: FigureFieldProps): ReactNode {
  const id = useId();
  const problem = problems.find(({ field }) => field === name);
  return (
    <div className="ticket-field">
      <label htmlFor={id}>{label}</label>
      <span className="ticket-figure">
        <input
          id={id}
          name={name}
          inputMode="decimal"
          autoComplete="off"
          value={value}
          aria-invalid={problem !== undefined}
          aria-describedby={problem === undefined ? undefined : `${id}-problem`}
          onChange={({ target }) => onChange(target.value)}
        />
        {unit !== undefined && <span aria-hidden="true">{unit}</span>}
      </span>
      {problem !== undefined && (
        <p id={`${id}-problem`} className="ticket-problem" role="alert">
          {problem.text}
        </p>
      )}
    </div>
  );
}

interface ChoiceProps<Value extends string> {
  readonly legend: string;
  readonly value: Value;
  /** `offered`: the price at which it can be traded now, next to its label. */
  readonly options: readonly { readonly value: Value; readonly label: string; readonly offered?: string | null }[];
  readonly isLarge?: boolean;
  readonly onChoose: (value: Value) => void;
}

/** A choice of a few values with the browser's radio buttons: arrows move between them. */
function Choice<Value extends string>({ legend, value, options, isLarge = false, onChoose }: ChoiceProps<Value>): ReactNode {
  const name = useId();
  return (
    <fieldset className={isLarge ? 'ticket-choice is-large' : 'ticket-choice'}>
      <legend className="visually-hidden">{legend}</legend>
      {options.map(({ value: each, label, offered }, at) => (
        <label key={each} className={`ticket-option tone-${at}`}>
          <input
            type="radio"
            name={name}
            aria-label={label}
            data-value={each}
            checked={each === value}
            onChange={() => onChoose(each)}
          />
          <span>
            <span className="ticket-option-label">{label}</span> {offered !== undefined && <Price price={offered} />}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
