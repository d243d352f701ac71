// @ts-check
// Stands in for the parts that the real script loads from other hosts. Marks the overlay, so that a test sees that this
// ran.
document.querySelector('.razorpay-container')?.setAttribute('data-helper', 'ran');
