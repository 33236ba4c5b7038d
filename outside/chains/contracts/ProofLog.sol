// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.37;

/// Where the digest of each business day's statement is written down, once: nobody can show two people two statements of one day, and
/// nobody can write yesterday's anew. It holds nothing.
contract ProofLog {
    struct Line {
        bytes32 digest;
        /// The block it was written in.
        uint256 blockNumber;
    }

    /// The signer's key for this alone.
    address public immutable writer;
    /// By the day, counted from 1970-01-01.
    mapping(uint256 day => Line) public lines;

    event Written(uint256 indexed day, bytes32 indexed digest, bytes32 root);

    error NotAllowed();
    error AlreadyWritten(uint256 day);

    constructor(address firstWriter) {
        writer = firstWriter;
    }

    /// `digest` is SHA-256 of the statement's text, `root` the hash of the tree in it.
    function write(uint256 day, bytes32 digest, bytes32 root) external {
        if (msg.sender != writer) revert NotAllowed();
        if (lines[day].blockNumber != 0) revert AlreadyWritten(day);
        lines[day] = Line(digest, block.number);
        emit Written(day, digest, root);
    }
}
