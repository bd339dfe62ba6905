<?php

/** Written from the contract by sdk/generate; npm run write-contract writes it again. */

declare(strict_types=1);

namespace Vitaran\Generated;

use Vitaran\Internal\Calls;

/** Every verb of the contract, by noun. */
abstract class Nouns
{
    public readonly Transfers $transfers;
    public readonly Loans $loans;
    public readonly Recalls $recalls;
    public readonly Beneficiaries $beneficiaries;
    public readonly Validations $validations;
    public readonly Ifsc $ifsc;
    public readonly Batches $batches;
    public readonly Cashgrams $cashgrams;
    public readonly Balance $balance;
    public readonly Incidents $incidents;
    public readonly Downtimes $downtimes;
    public readonly Reports $reports;
    public readonly Notifications $notifications;
    public readonly Tokens $tokens;

    protected function __construct(Calls $calls)
    {
        $this->transfers = new Transfers($calls);
        $this->loans = new Loans($calls);
        $this->recalls = new Recalls($calls);
        $this->beneficiaries = new Beneficiaries($calls);
        $this->validations = new Validations($calls);
        $this->ifsc = new Ifsc($calls);
        $this->batches = new Batches($calls);
        $this->cashgrams = new Cashgrams($calls);
        $this->balance = new Balance($calls);
        $this->incidents = new Incidents($calls);
        $this->downtimes = new Downtimes($calls);
        $this->reports = new Reports($calls);
        $this->notifications = new Notifications($calls);
        $this->tokens = new Tokens($calls);
    }
}
