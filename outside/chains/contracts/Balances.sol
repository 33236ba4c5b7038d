// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.37;

/// Is never deployed. A node that is asked to try its creation answers with what the constructor returns: the balances of many
/// addresses, all at one block, in one call.
contract Balances {
    error Unknown();

    constructor(address token, address[] memory owners) {
        uint256[] memory found = new uint256[](owners.length);
        for (uint256 each; each < owners.length; ++each) {
            (bool known, bytes memory answer) = token.staticcall(abi.encodeWithSignature("balanceOf(address)", owners[each]));
            // Half an answer is none: a balance that is not known must not pass for nothing.
            if (!known || answer.length < 32) revert Unknown();
            found[each] = abi.decode(answer, (uint256));
        }
        assembly {
            return(add(found, 32), mul(mload(found), 32))
        }
    }
}
