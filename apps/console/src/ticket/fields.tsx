import { useId, type ReactNode } from 'react';
import { unitOf, type Problem, type TicketFields } from './plan';
import type { OrderTicketProps } from './ticket-props';

interface FieldsProps extends Pick<OrderTicketProps, 'outcomes' | 'tokenId' | 'onToken'> {
  readonly fields: TicketFields;
  readonly problems: readonly Problem[];
  readonly isDisabled: boolean;
  readonly onChange: (change: Partial<TicketFields>) => void;
}

const ENDINGS = [
  { seconds: 0, label: 'Until it is cancelled' },
  { seconds: 300, label: 'In 5 minutes' },
  { seconds: 3_600, label: 'In an hour' },
  { seconds: 86_400, label: 'In a day' },
  { seconds: 604_800, label: 'In a week' },
] as const;

/** All inputs of an order. */
export function Fields({ fields, outcomes, tokenId, onToken, problems, isDisabled, onChange }: FieldsProps): ReactNode {
  const isLimit = fields.kind === 'limit';
  const unit = unitOf(fields);
  return (
    <fieldset className="ticket-fields" disabled={isDisabled}>
      <legend className="visually-hidden">The order</legend>
      <Choice
        legend="Outcome"
        value={tokenId}
        options={outcomes.map((outcome) => ({ value: outcome.tokenId, label: outcome.label }))}
        onChoose={onToken}
      />
      <Choice
        legend="Side"
        value={fields.side}
        options={[
          { value: 'BUY', label: 'Buy' },
          { value: 'SELL', label: 'Sell' },
        ]}
        onChoose={(side) => onChange(fields.kind === 'market' ? { side, cents: '' } : { side })}
      />
      <Choice
        legend="Kind"
        value={fields.kind}
        options={[
          { value: 'limit', label: 'Limit' },
          { value: 'market', label: 'Market' },
        ]}
        onChoose={(kind) => onChange({ kind, cents: '' })}
      />
      <FigureField
        label={unit === 'shares' ? 'Shares' : 'Dollars'}
        name="amount"
        value={fields.amount}
        problems={problems}
        onChange={(amount) => onChange({ amount })}
      />
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
      <FigureField
        label={isLimit ? 'Price in cents' : 'Worst price in cents'}
        name="cents"
        value={fields.cents}
        problems={problems}
        onChange={(cents) => onChange({ cents })}
      />
      {isLimit ? <LimitTerms fields={fields} onChange={onChange} /> : <FillTerms fields={fields} onChange={onChange} />}
    </fieldset>
  );
}

function LimitTerms({ fields, onChange }: Pick<FieldsProps, 'fields' | 'onChange'>): ReactNode {
  const id = useId();
  return (
    <>
      <div className="ticket-field">
        <label htmlFor={id}>It ends</label>
        <select id={id} value={fields.endsIn} onChange={({ target }) => onChange({ endsIn: Number(target.value) })}>
          {ENDINGS.map(({ seconds, label }) => (
            <option key={seconds} value={seconds}>
              {label}
            </option>
          ))}
        </select>
      </div>
      <label className="ticket-check">
        <input type="checkbox" checked={fields.postOnly} onChange={({ target }) => onChange({ postOnly: target.checked })} />
        Only rest, never take (post only)
      </label>
    </>
  );
}

function FillTerms({ fields, onChange }: Pick<FieldsProps, 'fields' | 'onChange'>): ReactNode {
  return (
    <Choice
      legend="If it cannot all be filled"
      value={fields.fill}
      options={[
        { value: 'FAK', label: 'Take what there is' },
        { value: 'FOK', label: 'Take nothing' },
      ]}
      onChoose={(fill) => onChange({ fill })}
    />
  );
}

interface FigureFieldProps {
  readonly label: string;
  readonly name: Problem['field'];
  readonly value: string;
  readonly problems: readonly Problem[];
  readonly onChange: (value: string) => void;
}

/** An input for a figure, with its problems. */
export function FigureField({ label, name, value, problems, onChange }: FigureFieldProps): ReactNode {
  const id = useId();
  const problem = problems.find(({ field }) => field === name);
  return (
    <div className="ticket-field">
      <label htmlFor={id}>{label}</label>
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
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChoose: (value: Value) => void;
}

/** A choice of a few values with the browser's radio buttons: arrows move between them. */
function Choice<Value extends string>({ legend, value, options, onChoose }: ChoiceProps<Value>): ReactNode {
  const name = useId();
  return (
    <fieldset className="ticket-choice">
      <legend>{legend}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input type="radio" name={name} checked={option.value === value} onChange={() => onChoose(option.value)} />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
