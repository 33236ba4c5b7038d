// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.37;

/// A coin of the embedded chain. It speaks both dialects found on real chains: the standard one, whose `transfer` returns
/// true, and the older one of USDT on Ethereum, which returns nothing. Code that pays must understand both.
contract TestToken {
    string public name;
    string public symbol;
    uint8 public immutable decimals;
    /// True for the dialect without return values.
    bool public immutable silent;
    /// The deployer: the only one who may mint.
    address public immutable minter;

    uint256 public totalSupply;
    mapping(address owner => uint256) public balanceOf;
    mapping(address owner => mapping(address spender => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    error NotMinter();
    error InsufficientBalance(uint256 available, uint256 needed);
    error InsufficientAllowance(uint256 available, uint256 needed);
    error ZeroAddress();

    constructor(string memory tokenName, string memory tokenSymbol, uint8 tokenDecimals, bool isSilent) {
        name = tokenName;
        symbol = tokenSymbol;
        decimals = tokenDecimals;
        silent = isSilent;
        minter = msg.sender;
    }

    function mint(address to, uint256 value) external {
        if (msg.sender != minter) revert NotMinter();
        if (to == address(0)) revert ZeroAddress();
        totalSupply += value;
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    // The functions below declare no return value; `answer` returns true by hand in the standard dialect.

    function transfer(address to, uint256 value) external {
        move(msg.sender, to, value);
        answer();
    }

    function approve(address spender, uint256 value) external {
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        answer();
    }

    function transferFrom(address from, address to, uint256 value) external {
        uint256 allowed = allowance[from][msg.sender];
        if (allowed < value) revert InsufficientAllowance(allowed, value);
        if (allowed != type(uint256).max) allowance[from][msg.sender] = allowed - value;
        move(from, to, value);
        answer();
    }

    function move(address from, address to, uint256 value) private {
        if (to == address(0)) revert ZeroAddress();
        uint256 available = balanceOf[from];
        if (available < value) revert InsufficientBalance(available, value);
        unchecked {
            balanceOf[from] = available - value;
        }
        balanceOf[to] += value;
        emit Transfer(from, to, value);
    }

    /// Ends the call: with `true` in the standard dialect, with nothing in the silent one.
    function answer() private view {
        if (silent) return;
        assembly {
            mstore(0, 1)
            return(0, 32)
        }
    }
}
