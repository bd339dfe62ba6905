<?php

declare(strict_types=1);

namespace Vitaran;

use Vitaran\Exception\InvalidInputException;

/** An exact amount of Indian rupees, from zero to 13 digits of rupees. Never a floating-point number. */
final class Money implements \Stringable
{
    private const RUPEES = '/\A([0-9]{1,13})(?:\.([0-9]{1,2}))?\z/';
    private const PAISE_MAX = 999_999_999_999_999;

    private function __construct(public readonly int $paise)
    {
    }

    /**
     * Whole paise: `Money::paise(124350)` is Rs 1,243.50.
     *
     * @param string $field named in the error
     * @throws InvalidInputException for less than zero, or more than 13 digits of rupees
     */
    public static function paise(int $paise, string $field = 'amount'): self
    {
        if ($paise >= 0 && $paise <= self::PAISE_MAX) {
            return new self($paise);
        }
        throw new InvalidInputException(
            "{$field}: {$paise} paise is negative or more than 13 digits of rupees",
            $field,
        );
    }

    /**
     * Rupees as text with at most two decimals: `Money::rupees('1243.50')`.
     *
     * @param string $field named in the error
     * @throws InvalidInputException for a sign, a separator, more than two decimals or 13 digits of rupees
     */
    public static function rupees(string $rupees, string $field = 'amount'): self
    {
        if (preg_match(self::RUPEES, $rupees, $matched) === 1) {
            return new self((int) ($matched[1] . str_pad($matched[2] ?? '', 2, '0')));
        }
        $said = json_encode($rupees, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_INVALID_UTF8_SUBSTITUTE);
        throw new InvalidInputException(
            "{$field}: {$said} is not rupees as text with at most two decimals, as in '1243.50'",
            $field,
        );
    }

    /**
     * What was given as an amount: rupees as text, or Money.
     *
     * @param mixed $amount numbers are refused, whole ones too: they could be meant as rupees or as paise
     * @param string $field named in the error
     * @throws InvalidInputException for anything else
     */
    public static function of(mixed $amount, string $field = 'amount'): self
    {
        if ($amount instanceof self) {
            return $amount;
        }
        if (is_string($amount)) {
            return self::rupees($amount, $field);
        }
        $given = is_int($amount) || is_float($amount) ? 'the number ' . json_encode($amount) : get_debug_type($amount);
        throw new InvalidInputException(
            "{$field}: {$given} is refused, as numbers cannot hold every amount exactly; "
                . "give rupees as text ('1243.50') or Money::paise(124350)",
            $field,
        );
    }

    /**
     * What amounts make together; zero for none.
     *
     * @param iterable<string|Money> $amounts
     * @throws InvalidInputException as `of`, and for a sum of more than 13 digits of rupees
     */
    public static function sum(iterable $amounts): self
    {
        $sum = new self(0);
        foreach ($amounts as $amount) {
            $sum = self::paise($sum->paise + self::of($amount)->paise);
        }
        return $sum;
    }

    /** Rupees as text with two decimals: `'1243.50'`. */
    public function toRupees(): string
    {
        return sprintf('%d.%02d', intdiv($this->paise, 100), $this->paise % 100);
    }

    public function __toString(): string
    {
        return $this->toRupees();
    }
}
