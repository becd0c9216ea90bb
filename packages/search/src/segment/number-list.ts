/** 32-bit whole numbers that grow in number. */
export class IntegerList {
  values = new Int32Array(16);
  length = 0;

  push(value: number): void {
    if (this.length === this.values.length) {
      const grown = new Int32Array(this.length + Math.max(16, this.length >>> 1));
      grown.set(this.values);
      this.values = grown;
    }
    this.values[this.length++] = value;
  }
}

/** Doubles that grow in number. */
export class DoubleList {
  values = new Float64Array(16);
  length = 0;

  push(value: number): void {
    if (this.length === this.values.length) {
      const grown = new Float64Array(this.length + Math.max(16, this.length >>> 1));
      grown.set(this.values);
      this.values = grown;
    }
    this.values[this.length++] = value;
  }
}
