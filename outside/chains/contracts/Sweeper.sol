// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.37;

/// What deposit addresses delegate to (EIP-7702). It holds nothing and remembers nothing; anyone may call it, because whatever
/// it moves goes to the vault and nowhere else. So no deposit address ever needs gas.
contract Sweeper {
    address public immutable vault;

    error TransferFailed();

    constructor(address payoutVault) {
        vault = payoutVault;
    }

    /// Runs as the deposit address: sends all it has of a token to the vault.
    function sweep(address token) external {
        (bool known, bytes memory balance) = token.staticcall(abi.encodeWithSignature("balanceOf(address)", address(this)));
        if (!known || balance.length < 32) revert TransferFailed();
        uint256 amount = abi.decode(balance, (uint256));
        if (amount == 0) return;
        (bool done, bytes memory answer) = token.call(abi.encodeWithSignature("transfer(address,uint256)", vault, amount));
        if (!done || (answer.length != 0 && !abi.decode(answer, (bool)))) revert TransferFailed();
    }

    /// Runs as itself: sweeps many addresses. One that cannot be swept does not hold up the others.
    function sweepAll(address[] calldata accounts, address token) external {
        for (uint256 each; each < accounts.length; ++each) {
            (bool done,) = accounts[each].call(abi.encodeCall(Sweeper.sweep, (token)));
            done;
        }
    }

    /// A deposit address that delegates here can still be sent the chain's own coin.
    receive() external payable {}
}
