// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.37;

/// What pays: both dialects of a token, because what `transfer` returns is not looked at.
interface Payable {
    function transfer(address to, uint256 value) external;
}

/// Many payments in one transaction, as an exchange makes them, or somebody who wants to flood us. For tests and measurements only.
contract TestBatch {
    /// Pays every receiver its value, as often as it is told, from what lies on this contract.
    function pay(Payable token, address[] calldata receivers, uint256[] calldata values, uint256 times) external {
        for (uint256 time = 0; time < times; time++) {
            for (uint256 place = 0; place < receivers.length; place++) {
                token.transfer(receivers[place], values[place]);
            }
        }
    }
}
