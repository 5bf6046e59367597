/** Which protocols are spoken. Stands apart from the messages, whose schemas no client needs to load. [PV1] */

export const PROTOCOL_VERSION = 4

/** A client that has not been updated yet still sends its work. [PV2] */
export const SUPPORTED_PROTOCOLS: readonly number[] = [3, 4]
