// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.37;

/// What withdrawals are paid from. It pays each withdrawal once, ever, and no more of a token within any 24 hours than its
/// owner allows, so that neither a lost database nor a stolen key of the payer can take more than that.
contract PayoutVault {
    struct Cap {
        uint128 atOnce;
        uint128 inDay;
    }

    /// Kept cold: sets caps, names payer and guardian, lifts a pause, takes tokens out.
    address public immutable owner;
    /// The hot key: pays, and nothing else.
    address public payer;
    /// Pauses, and nothing else.
    address public guardian;
    bool public paused;
    mapping(address token => Cap) public caps;
    /// The block a withdrawal was paid in; 0 if it never was.
    mapping(bytes32 id => uint256 blockNumber) public paid;
    mapping(address token => mapping(uint256 hour => uint256)) private spent;

    event Paid(bytes32 indexed id, address indexed token, address indexed to, uint256 amount);
    event CapSet(address indexed token, uint128 atOnce, uint128 inDay);
    event RolesSet(address payer, address guardian);
    event PauseSet(bool paused, address by);
    event TakenOut(address indexed token, uint256 amount);

    error NotAllowed();
    error IsPaused();
    error AlreadyPaid(bytes32 id);
    error AboveCapAtOnce();
    error AboveCapInDay();
    error TransferFailed();

    constructor(address coldOwner, address hotPayer, address firstGuardian) {
        owner = coldOwner;
        payer = hotPayer;
        guardian = firstGuardian;
    }

    modifier onlyOwner() {
        if (msg.sender != owner) revert NotAllowed();
        _;
    }

    /// Pays a withdrawal. `id` is the withdrawal's, on this chain.
    function pay(bytes32 id, address token, address to, uint256 amount) external {
        if (msg.sender != payer) revert NotAllowed();
        if (paused) revert IsPaused();
        if (paid[id] != 0) revert AlreadyPaid(id);
        Cap memory cap = caps[token];
        if (amount > cap.atOnce) revert AboveCapAtOnce();
        if (spentInDay(token) + amount > cap.inDay) revert AboveCapInDay();
        paid[id] = block.number;
        spent[token][block.timestamp / 1 hours] += amount;
        send(token, to, amount);
        emit Paid(id, token, to, amount);
    }

    /// What may be paid now of a token, at once and in all: nothing while it is paused.
    function headroom(address token) external view returns (uint256 atOnce, uint256 left) {
        if (paused) return (0, 0);
        Cap memory cap = caps[token];
        uint256 used = spentInDay(token);
        return (cap.atOnce, used < cap.inDay ? cap.inDay - used : 0);
    }

    /// What was paid of a token in the last 24 hours, counted in whole hours: up to an hour more, never less.
    function spentInDay(address token) public view returns (uint256 sum) {
        uint256 hour = block.timestamp / 1 hours;
        for (uint256 back; back < 25 && back <= hour; ++back) sum += spent[token][hour - back];
    }

    function pause() external {
        if (msg.sender != guardian && msg.sender != owner) revert NotAllowed();
        paused = true;
        emit PauseSet(true, msg.sender);
    }

    function unpause() external onlyOwner {
        paused = false;
        emit PauseSet(false, msg.sender);
    }

    function setCap(address token, uint128 atOnce, uint128 inDay) external onlyOwner {
        caps[token] = Cap(atOnce, inDay);
        emit CapSet(token, atOnce, inDay);
    }

    function setRoles(address nextPayer, address nextGuardian) external onlyOwner {
        payer = nextPayer;
        guardian = nextGuardian;
        emit RolesSet(nextPayer, nextGuardian);
    }

    /// Tokens to the owner's own address, cold.
    function takeOut(address token, uint256 amount) external onlyOwner {
        send(token, owner, amount);
        emit TakenOut(token, amount);
    }

    /// Understands both dialects: `transfer` that returns a bool, and that returns nothing.
    function send(address token, address to, uint256 amount) private {
        (bool done, bytes memory answer) = token.call(abi.encodeWithSignature("transfer(address,uint256)", to, amount));
        if (!done || token.code.length == 0 || (answer.length != 0 && !abi.decode(answer, (bool)))) revert TransferFailed();
    }
}
